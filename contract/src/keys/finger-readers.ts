import * as z from 'zod/mini'
import { feature, post } from '../platform/endpoint.ts'
import { id, instant, Nothing, text } from '../platform/fields.ts'
import {
  CtapAnswer,
  CtapRequest,
  fingerReaderRefusals,
  heldKeyRefusals,
  ProgramSignature,
  readerPrefix,
} from './access-keys.ts'

/** Seconds within which the match for a challenge must arrive. */
export const matchSeconds = 20

/** Message that a client signs for a match; `hash` is the SHA-256 of the accompanying request, in hexadecimal. */
export const matchMessage = (of: {
  challenge: string
  model: string
  finger: string
  computerId: string
  hash: string
}): string => ['claviger-fingerprint-match-1', of.challenge, of.model, of.finger, of.computerId, of.hash].join('\n')

/** Clients with fingerprint readers, which attest whose finger was recognized (docs/protocols/fingerprints.md). */
export const fingerReaders = feature('finger-readers', {
  templates: post(`${readerPrefix}/fingerprints/templates`, {
    summary: "Get a user's fingerprint templates for a reader of the model they were enrolled with",
    input: z.object({ person: text(254) }),
    reply: z.object({ items: z.array(z.object({ id: z.string(), name: z.string(), template: z.string() })) }),
    may: 'reader',
    limit: 'reader',
    fails: fingerReaderRefusals,
  }),
  challenge: post(`${readerPrefix}/fingerprints/challenge`, {
    summary: 'Get a challenge for a fingerprint match',
    input: Nothing,
    reply: z.object({ challenge: z.string(), endsAt: instant }),
    may: 'reader',
    limit: 'reader',
    fails: fingerReaderRefusals,
    silent: 'Nothing is stored until a match answers it',
  }),
  execute: post(`${readerPrefix}/fingerprints/execute-request`, {
    summary: 'Forward a CTAP2 request to the authenticator of a fingerprint key; user verification requires a match',
    input: z.extend(CtapRequest, {
      finger: id,
      match: z.optional(
        z.object({
          challenge: z.string().check(z.maxLength(400), z.regex(/^[\w-]+$/)),
          signature: ProgramSignature,
        }),
      ),
    }),
    reply: CtapAnswer,
    may: 'reader',
    limit: 'reader',
    fails: [...fingerReaderRefusals, 'fingerprint-refused', ...heldKeyRefusals],
    silent: 'A ceremony step; its result is recorded',
  }),
})
