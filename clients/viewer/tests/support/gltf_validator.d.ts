// What we ask of npm's gltf-validator, which brings no types.
declare module "gltf-validator" {
  export interface Report {
    readonly issues: {
      readonly numErrors: number;
      readonly numWarnings: number;
      readonly messages: readonly { readonly code: string; readonly message: string }[];
    };
  }
  export function validateBytes(bytes: Uint8Array): Promise<Report>;
}
