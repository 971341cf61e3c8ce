import * as z from 'zod/mini'
import { messages } from '../platform/messages.ts'
import { cardFormats } from './card-text.ts'
import { unlessTooBig } from '../platform/limits.ts'

// The parser is a separate file, so that the card page can load it without this schema
export {
  type CardFileFormat,
  type CardFormat,
  type CardTextFormat,
  canonicalCard,
  canonicalCardOf as cardAsRead,
  cardFileFormats,
  cardFormats,
  cardOfDecimal,
  cardOfFile,
  cardOfHex,
  decimalOfCard,
  readerFormats,
  reversedCard,
  cardSpellings as spellingsOfCard,
  defaultCardReading as usualReading,
} from './card-text.ts'

/** A tapped or typed number and its format; without a format, digits only are decimal. */
export const CardInput = z.object({
  cardId: z
    .string(unlessTooBig(messages['required.card-id']))
    .check(z.trim(), z.minLength(1, messages['required.card-id']), z.maxLength(60)),
  cardFormat: z.optional(z.enum(cardFormats)),
})
