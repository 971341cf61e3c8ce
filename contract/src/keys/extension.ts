import * as z from 'zod/mini'

// What our pages and the browser extension say to each other by window.postMessage (decision G48). A page that hears no
// EXTENSION_INFO within 8 s takes the extension for absent.

export const fromPage = 'claviger-page'
export const fromExtension = 'claviger-extension'

const address = z.url().check(z.maxLength(2000))

/** Everything a page may say. */
export const PageMessage = z.discriminatedUnion('type', [
  /** Asks who is there; answered by EXTENSION_INFO. */
  z.object({ source: z.literal(fromPage), type: z.literal('GET_LOGIN_INFO') }),
  /** A card was tapped at the page: it counts as if it had been tapped at the extension. */
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CARD_TAPPED'),
    payload: z.object({
      cardId: z.string().check(z.minLength(1), z.maxLength(60)),
      baseUrl: z.optional(address),
      apiUrl: z.optional(address),
    }),
  }),
  /** Goes on in this tab to a sign-in elsewhere, which the card then answers. */
  z.object({
    source: z.literal(fromPage),
    type: z.literal('SSO_AUTOMATION'),
    payload: z.object({ url: address }),
  }),
  /** Makes the extension the browser's authenticator, before a card is tapped. */
  z.object({ source: z.literal(fromPage), type: z.literal('AUTHENTICATOR_ONBOARDING_START') }),
  /** The page waits for a card, or no longer: what is tapped at the extension reaches it as CARD_READ. */
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CARD_WANTED'),
    payload: z.object({ wanted: z.boolean() }),
  }),
  /** Proposes another server; the person confirms it in the options. */
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CHANGE_SERVER_ON_PREMISE'),
    payload: z.object({ url: address }),
  }),
])
export type PageMessage = z.infer<typeof PageMessage>

/** What a program authenticates to show the server that the PIN was given for this stored password at this site. */
export const fillMessage = (passwordId: string, origin: string): string => `fill in ${passwordId} at ${origin}`

/** What the extension says, when a page opens and when it is asked. */
export interface ExtensionInfo {
  readonly source: typeof fromExtension
  readonly type: 'EXTENSION_INFO'
  readonly payload: { readonly id: string; readonly version: string }
}

/** A card was tapped at the extension while the page waits for one; the number as the reader typed it. */
export interface CardRead {
  readonly source: typeof fromExtension
  readonly type: 'CARD_READ'
  readonly payload: { readonly cardId: string }
}
