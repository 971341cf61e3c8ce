import * as z from 'zod/mini'

// Messages between our pages and the browser extension through window.postMessage (decision G48). A page that
// receives no EXTENSION_INFO within 8 s assumes that the extension is absent.

export const fromPage = 'claviger-page'
export const fromExtension = 'claviger-extension'

const address = z.url().check(z.maxLength(2000))

export const PageMessage = z.discriminatedUnion('type', [
  z.object({ source: z.literal(fromPage), type: z.literal('GET_LOGIN_INFO') }),
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CARD_TAPPED'),
    payload: z.object({
      cardId: z.string().check(z.minLength(1), z.maxLength(60)),
      baseUrl: z.optional(address),
      apiUrl: z.optional(address),
    }),
  }),
  z.object({
    source: z.literal(fromPage),
    type: z.literal('SSO_AUTOMATION'),
    payload: z.object({ url: address }),
  }),
  z.object({ source: z.literal(fromPage), type: z.literal('AUTHENTICATOR_ONBOARDING_START') }),
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CARD_WANTED'),
    payload: z.object({ wanted: z.boolean() }),
  }),
  /** Proposes another server; the user must confirm it in the extension's options. */
  z.object({
    source: z.literal(fromPage),
    type: z.literal('CHANGE_SERVER_ON_PREMISE'),
    payload: z.object({ url: address }),
  }),
])
export type PageMessage = z.infer<typeof PageMessage>

export const fillMessage = (passwordId: string, origin: string): string => `fill in ${passwordId} at ${origin}`

export interface ExtensionInfo {
  readonly source: typeof fromExtension
  readonly type: 'EXTENSION_INFO'
  readonly payload: { readonly id: string; readonly version: string }
}

/** A card was tapped at the extension while the page waits for one; the number as sent by the reader. */
export interface CardRead {
  readonly source: typeof fromExtension
  readonly type: 'CARD_READ'
  readonly payload: { readonly cardId: string }
}
