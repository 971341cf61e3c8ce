import * as z from 'zod/mini'
import { text } from '../ground/fields.ts'

// Pages on which people enroll a card or set its PIN anew, as their owners build them (glossary 7.4).

/** How a reader that types writes the number of a card; `none` types nothing. */
export const readingFormats = ['none', 'dec', 'hex'] as const

/**
 * How people prove who they are (decision G10); `default` is a code. By an identity provider of the workspace: `entraId`
 * one of Entra ID (auth flow 1), `sso` any (auth flow 2).
 */
export const verificationTypes = ['none', 'default', 'entraId', 'sso', 'selfConfirmation', 'automatic'] as const
export type VerificationType = (typeof verificationTypes)[number]

/** Names of calls, which a page may not bear (decision G1). */
const reserved = new Set(['challenge', 'token', 'verify', 'enroll', 'reset', 'verification-code', 'alive'])

/** The last part of a page's address: lowercase letters, digits and dashes, one page of the whole installation. */
export const configurationId = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, 'Use at least 3 characters'),
  z.maxLength(60, 'Use at most 60 characters'),
  z.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/, 'Use lowercase letters, digits and dashes'),
  z.refine(id => !reserved.has(id), 'This address is reserved'),
)

/** A piece of formatted text: plain, or one of few marks around others. Links lead to https: or mailto: only. */
export type HelpPart =
  | string
  | { readonly as: 'p' | 'strong' | 'em' | 'ul' | 'ol' | 'li' | 'h2' | 'br'; readonly of: readonly HelpPart[] }
  | { readonly as: 'a'; readonly href: string; readonly of: readonly HelpPart[] }

/** Formatted text, parsed on the server: there is no HTML in it. */
export const Help: z.ZodMiniType<HelpPart[]> = z.array(
  z.lazy(() =>
    z.union([
      z.string(),
      z.object({ as: z.enum(['p', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'br']), of: Help }),
      z.object({ as: z.literal('a'), href: z.string(), of: Help }),
    ]),
  ),
)

/** The name of a page among its owner's. */
export const pageName = text(100, 'Name is required')
