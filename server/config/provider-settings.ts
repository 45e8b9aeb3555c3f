/** An OpenID provider whose accounts may sign in. */
export interface ProviderSettings {
  issuer: string;
  clientId: string;
  /** Never logged. Undefined: a public client. */
  clientSecret: string | undefined;
  /** What the button is for. */
  label: string;
  /** Separated by spaces. */
  scopes: string;
  /** A session ends so long after the sign-in. */
  sessionMs: number;
  /** Values of `amr` or `acr` that stand for a second factor. */
  strongMethods: string[];
  /** Where the provider sends browsers back to. */
  publicUrl: string;
}
