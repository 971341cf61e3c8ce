import * as z from 'zod/mini'
import { text } from '../platform/fields.ts'

// Pages on which users enroll a card or reset its PIN, as configured by their owners (glossary 7.4).

/** Card number format of a keyboard reader; `none` types nothing. */
export const readingFormats = ['none', 'dec', 'hex'] as const

/**
 * How users are verified (decision G10); `default` is a code. With an identity provider of the workspace: `entraId`
 * requires Entra ID (auth flow 1), `sso` allows any (auth flow 2), and `identity` requires one that verifies documents.
 */
export const verificationTypes = [
  'none',
  'default',
  'entraId',
  'sso',
  'identity',
  'selfConfirmation',
  'automatic',
] as const
export type VerificationType = (typeof verificationTypes)[number]

/** Names of API calls, which can't be page IDs (decision G1). */
const reserved = new Set(['challenge', 'token', 'verify', 'enroll', 'reset', 'verification-code', 'alive'])

/** Last segment of a page's address: lowercase letters, digits, and dashes; unique in the installation. */
export const configurationId = z.string().check(
  z.trim(),
  z.toLowerCase(),
  z.minLength(3, 'Use at least 3 characters'),
  z.maxLength(60, 'Use at most 60 characters'),
  z.regex(/^[a-z0-9](?:[a-z0-9-]*[a-z0-9])$/, 'Use lowercase letters, digits and dashes'),
  z.refine(id => !reserved.has(id), 'This address is reserved'),
)

/** A part of formatted text: plain, or marked up with nested parts. Links use only https: or mailto:. */
export type HelpPart =
  | string
  | { readonly as: 'p' | 'strong' | 'em' | 'ul' | 'ol' | 'li' | 'h2' | 'br'; readonly of: readonly HelpPart[] }
  | { readonly as: 'a'; readonly href: string; readonly of: readonly HelpPart[] }

export const Help: z.ZodMiniType<HelpPart[]> = z.array(
  z.lazy(() =>
    z.union([
      z.string(),
      z.object({ as: z.enum(['p', 'strong', 'em', 'ul', 'ol', 'li', 'h2', 'br']), of: Help }),
      z.object({ as: z.literal('a'), href: z.string(), of: Help }),
    ]),
  ),
)

export const pageName = text(100, 'Name is required')
