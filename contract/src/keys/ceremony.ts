import * as z from 'zod/mini'
import { base64url } from '../platform/fields.ts'

// WebAuthn structures in JSON form (WebAuthn Level 3 §5.1); size limits prevent abuse.

export const Descriptor = z.object({
  id: z.string(),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string())),
})
export type Descriptor = z.output<typeof Descriptor>

export const CreationOptions = z.object({
  challenge: z.string(),
  rp: z.object({ id: z.string(), name: z.string() }),
  user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
  pubKeyCredParams: z.array(z.object({ type: z.literal('public-key'), alg: z.int() })),
  timeout: z.int(),
  attestation: z.enum(['none', 'indirect', 'direct']),
  authenticatorSelection: z.object({
    authenticatorAttachment: z.optional(z.enum(['cross-platform', 'platform'])),
    residentKey: z.literal('required'),
    requireResidentKey: z.literal(true),
    userVerification: z.literal('required'),
  }),
  excludeCredentials: z.array(Descriptor),
  extensions: z.optional(z.object({ credProps: z.boolean() })),
})
export type CreationOptions = z.output<typeof CreationOptions>

export const RequestOptions = z.object({
  challenge: z.string(),
  rpId: z.string(),
  timeout: z.int(),
  userVerification: z.literal('required'),
  allowCredentials: z.array(Descriptor),
})
export type RequestOptions = z.output<typeof RequestOptions>

/** A new passkey as returned by the browser (R170). */
export const Registration = z.object({
  id: base64url(1400),
  clientDataJSON: base64url(8192),
  attestationObject: base64url(65_536),
  type: z.literal('public-key'),
  transports: z.optional(z.array(z.string().check(z.maxLength(20))).check(z.maxLength(8))),
  metadata: z.optional(
    z.object({
      rpId: z.optional(z.string().check(z.maxLength(253))),
      userName: z.optional(z.string().check(z.maxLength(254))),
      residentKey: z.optional(z.boolean()),
    }),
  ),
})
export type Registration = z.output<typeof Registration>

/** A passkey's assertion (WebAuthn Level 3 §5.2.2). */
export const Assertion = z.object({
  id: base64url(1400),
  clientDataJSON: base64url(8192),
  authenticatorData: base64url(8192),
  signature: base64url(4096),
  // Some clients send an empty text if the authenticator returned no handle (§5.2.2: null)
  userHandle: z.optional(
    z.union([
      base64url(128),
      z.pipe(
        z.literal(['', null]),
        z.transform(() => null),
      ),
    ]),
  ),
  type: z.literal('public-key'),
})
export type Assertion = z.output<typeof Assertion>
