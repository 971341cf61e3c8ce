import * as z from 'zod/mini'
import { messages } from '../ground/messages.ts'
import { cardFormats } from './card-text.ts'

// What reads numbers stands apart: the card page loads it without the schema here
export {
  type CardFileFormat,
  type CardFormat,
  type Reading,
  canonicalCard,
  cardAsRead,
  cardFileFormats,
  cardFormats,
  cardOfDecimal,
  cardOfFile,
  cardOfHex,
  decimalOfCard,
  readerFormats,
  reversedCard,
  usualReading,
} from './card-text.ts'

/** A number as it was tapped or typed, and how to read it; without a format, digits alone are decimal. */
export const CardInput = z.object({
  cardId: z
    .string({ error: messages['required.card-id'] })
    .check(z.trim(), z.minLength(1, messages['required.card-id']), z.maxLength(60)),
  cardFormat: z.optional(z.enum(cardFormats)),
})
