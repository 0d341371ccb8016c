// Small changes to the text of a script, outside of what sliders write.
const openingTag = /<(?:script|bml)\b[^>]*>/;
const characterAttribute = /(\s(?:character|characterId)=")([^"]*)(")/;

// The same script without an id of its own, all else at the same place: the server takes an id once
// as long as its script plays, and here one script is performed again and again.
export function withoutOwnId(script: string): string {
  return script.replace(/<script\b[^>]*>/, (tag) =>
    tag.replace(/\sid="[^"]*"/, (attribute) => " ".repeat(attribute.length)),
  );
}

// Whom the script names; undefined: nobody.
export function characterOf(script: string): string | undefined {
  return characterAttribute.exec(openingTag.exec(script)?.[0] ?? "")?.[2];
}

// The same script for another character, if it names one at all.
export function withCharacter(script: string, name: string): string {
  const safe = name.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/"/g, "&quot;");
  return script.replace(openingTag, (tag) =>
    tag.replace(
      characterAttribute,
      (_, before: string, _name: string, after: string) => before + safe + after,
    ),
  );
}

// What somebody sees who opens the page for the first time.
export const greeting = `<script xmlns="urn:kinesphere:script:1">
  <gesture lexeme="wave"/>
  <sequence id="smile" start="0.2" fade-out="900ms">
    <pose time="0.5" hold="2s">
      <look-at target="camera" with="head"/>
      <morph name="mouthSmileLeft" weight="0.7"/>
      <morph name="mouthSmileRight" weight="0.7"/>
    </pose>
  </sequence>
</script>
`;
