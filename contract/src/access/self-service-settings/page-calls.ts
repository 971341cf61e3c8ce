import * as z from 'zod/mini'
import { get, post, put } from '#platform/endpoint.ts'
import { Nothing, text, whole } from '#platform/fields.ts'
import { pageLanguages, type PageLanguage, posterLanguages } from '#platform/languages.ts'
import type { Permission } from '#platform/permissions.ts'
import { messages } from '#platform/messages.ts'
import { CardInput } from '#keys/card-numbers.ts'
import { configurationId, pageName } from '../self-service-settings.ts'
import { PageBrief, PagePreview, PageResults, PageVersion, SelfServicePage } from './self-service-page.ts'
import { PageSettings } from './page-settings.ts'

interface At<W> {
  path: string
  read: Permission
  write: Permission
  of: W
}

const language = z._default(z.enum(Object.keys(pageLanguages) as PageLanguage[]), 'en')
const bodyLimit = 512 * 1024
const whose = z.object({ page: configurationId })

export const pageOnWire = { name: pageName, settings: z.optional(PageSettings) }
/** Whether a new page starts unpublished; otherwise it is open immediately. */
export const draftFlag = z.optional(z.boolean())
export const pageChange = {
  input: z.object({ page: configurationId, ...pageOnWire, settings: PageSettings, version: whole(1, 1_000_000) }),
  reply: SelfServicePage,
  fails: ['not-found', 'changed-meanwhile', 'verify-first', 'acts-for-all'],
  bodyLimit,
} as const

/** The editor's endpoints, for owners and for super administrators, who must name the workspace. */
export const pageCalls = <W extends z.core.$ZodShape>({ path, read, write, of }: At<W>) => ({
  get: get(`${path}/{page}`, {
    summary: 'Get a card self-service page with its settings',
    input: z.extend(whose, of),
    reply: SelfServicePage,
    may: read,
    fails: ['not-found'],
  }),
  turn: put(`${path}/{page}/active`, {
    summary: 'Turn a page on or off',
    unconfirmed: 'asks-itself',
    input: z.extend(whose, { ...of, active: z.boolean() }),
    reply: SelfServicePage,
    may: write,
    fails: ['not-found', 'verify-first', 'acts-for-all'],
  }),
  makeSecret: post(`${path}/{page}/secret`, {
    summary: 'Create a new secret for signing requests to your system; returned once, replaces the previous secret',
    input: z.extend(whose, of),
    reply: z.object({ secret: text(100) }),
    may: write,
    fresh: true,
    fails: ['not-found', 'verify-first', 'acts-for-all'],
  }),
  tryAutomatic: post(`${path}/{page}/try-automatic`, {
    summary: 'Test the saved connection to your system with a card and a user, and return its response',
    unconfirmed: 'looks',
    input: z.extend(whose, {
      ...of,
      cardId: CardInput.shape.cardId,
      person: text(254, messages['required.user-id']),
    }),
    reply: z.object({
      belongs: z.boolean(),
      reason: z.nullable(z.string()),
      milliseconds: z.int(),
    }),
    may: write,
    fails: ['not-found', 'card-unreadable', 'change-refused'],
  }),
  versions: get(`${path}/{page}/versions`, {
    summary: 'List earlier versions of a page, newest first',
    input: z.extend(whose, of),
    reply: z.object({ items: z.array(PageVersion) }),
    may: read,
    fails: ['not-found'],
  }),
  restore: post(`${path}/{page}/versions/{restored}`, {
    summary: 'Restore an earlier version of a page as a new version',
    unconfirmed: 'asks-itself',
    input: z.extend(whose, { ...of, restored: whole(1, 1_000_000), version: whole(1, 1_000_000) }),
    reply: SelfServicePage,
    may: write,
    fails: ['not-found', 'changed-meanwhile', 'verify-first', 'acts-for-all'],
  }),
  preview: post(`${path}/preview`, {
    summary: 'Preview unsaved settings: warnings, help text, key, and available choices',
    unconfirmed: 'looks',
    input: z.object({ ...of, page: z.optional(configurationId), settings: PageSettings, language }),
    reply: PagePreview,
    may: read,
    bodyLimit,
  }),
  code: get(`${path}/{page}/qr`, {
    summary: 'Get the page address as a QR code (SVG)',
    input: z.extend(whose, of),
    reply: Nothing,
    may: read,
    answers: 'file',
    fails: ['not-found'],
  }),
  poster: get(`${path}/{page}/poster`, {
    summary: 'Get a poster as a PDF (one A4 page)',
    input: z.extend(whose, { ...of, language: z._default(z.enum(posterLanguages), 'en') }),
    reply: Nothing,
    may: read,
    answers: 'file',
    fails: ['not-found'],
  }),
  results: get(`${path}/{page}/results`, {
    summary: 'Get the number of users per step and day on a page; contains no personal data',
    input: z.extend(whose, { ...of, days: z._default(whole(1, 366), 30) }),
    reply: PageResults,
    may: read,
    fails: ['not-found'],
  }),
})

export const listed = z.object({ items: z.array(PageBrief) })
