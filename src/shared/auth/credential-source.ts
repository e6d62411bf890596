/** The parts of a request that identify the caller. */
export type CredentialSource = {
  method: string
  header(name: string): string | undefined
  cookie(name: string): string | undefined
  /** The origin that clients see. */
  baseUrl: string
}
