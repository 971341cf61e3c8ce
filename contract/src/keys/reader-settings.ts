import * as z from 'zod/mini'
import { feature, get, post, put } from '../platform/endpoint.ts'
import { Nothing, whole } from '../platform/fields.ts'
import { CardInput, readerFormats } from './card-numbers.ts'
import { SecurityKey } from './security-keys.ts'

export const ReaderSettings = z.object({
  format: z.enum(readerFormats),
  reversed: z.boolean(),
  dropped: whole(0, 10),
})
export type ReaderSettings = z.output<typeof ReaderSettings>

const prefix = '/administrator/workspace/reader-settings'

export const readerSettings = feature('reader-settings', {
  get: get(prefix, {
    summary: "Get the card number format of the workspace's card readers",
    input: Nothing,
    reply: ReaderSettings,
    may: 'keys.read',
  }),
  change: put(prefix, {
    summary: "Set the card number format of the workspace's card readers",
    input: ReaderSettings,
    reply: ReaderSettings,
    may: 'workspace.write',
  }),
  tryOut: post(`${prefix}/try`, {
    summary: 'List all readings of a tapped number and the matching cards; stores nothing',
    input: z.object({ cardId: CardInput.shape.cardId, dropped: z.optional(whole(0, 10)) }),
    reply: z.object({
      readings: z.array(
        z.object({
          settings: z.array(ReaderSettings),
          card: z.string(),
          decimal: z.string(),
          reversed: z.string(),
          reversedDecimal: z.string(),
          padded: z.string(),
          key: z.nullable(SecurityKey),
          used: z.boolean(),
        }),
      ),
    }),
    may: 'keys.read',
    unconfirmed: 'looks',
    fails: ['card-unreadable'],
  }),
})
