// The script as a link, and texts on the clipboard.
import { fragmentOf } from "./shared_link.ts";

export async function shareLink(script: string): Promise<string> {
  history.replaceState(null, "", await fragmentOf(script));
  const where = (await copied(location.href))
    ? "The link is copied"
    : "The link stands in the address bar";
  return `${where}: it holds the script itself.`;
}

// False where the clipboard is closed to the page.
export async function copied(text: string): Promise<boolean> {
  return (
    (await navigator.clipboard?.writeText(text).then(
      () => true,
      () => false,
    )) ?? false
  );
}
