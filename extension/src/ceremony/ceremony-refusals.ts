/** A failed WebAuthn request, with the DOMException name for the page. */
export class CeremonyRefused extends Error {
  /** Message key in _locales that explains it to the user; undefined if they know the reason. */
  readonly told: string | undefined
  /** The server's message for the user, used instead of that text; never passed to the page. */
  readonly words: string | undefined
  /** Address of the sign-in page that meets what the workspace requires; then the card can be tapped again. */
  readonly signIn: string | undefined

  constructor(name: string, message: string, told?: string, words?: string, signIn?: string) {
    super(message)
    this.name = name
    this.told = told
    this.words = words
    this.signIn = signIn
  }
}

/** The user declined, or the request ended while the window was open. */
export const cancelled = (): CeremonyRefused => new CeremonyRefused('NotAllowedError', 'The request was canceled')
