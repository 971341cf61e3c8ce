// A page's request as passed by Chromium: the JSON of WebAuthn §5.1.8 and §5.1.9 plus the page's origin.

export interface Descriptor {
  readonly id: string
  readonly type: string
}

/** Origin of the request, set by Chromium; the page can't forge it. */
interface Extensions {
  readonly credProps?: boolean
  readonly remoteDesktopClientOverride?: { readonly origin: string; readonly sameOriginWithAncestors: boolean }
}

export type Verification = 'required' | 'preferred' | 'discouraged'

export interface CreateOptions {
  readonly rp: { readonly id: string; readonly name: string }
  readonly user: { readonly id: string; readonly name: string; readonly displayName: string }
  readonly challenge: string
  /** ms */
  readonly timeout?: number
  readonly pubKeyCredParams: readonly { readonly alg: number; readonly type: string }[]
  readonly excludeCredentials?: readonly Descriptor[]
  readonly authenticatorSelection?: {
    readonly authenticatorAttachment?: string
    readonly residentKey?: string
    readonly requireResidentKey?: boolean
    readonly userVerification?: Verification
  }
  readonly attestation?: string
  readonly extensions?: Extensions
}

export interface GetOptions {
  readonly rpId: string
  readonly challenge: string
  /** ms */
  readonly timeout?: number
  readonly allowCredentials?: readonly Descriptor[]
  readonly userVerification?: Verification
  readonly extensions?: Extensions
}
