import * as z from 'zod/mini'
import { feature, get } from '../platform/endpoint.ts'
import { Nothing } from '../platform/fields.ts'

/** Vendors of card readers used for enrollment (specification §6). */
export const readerDrivers = { rfIdeas: 0, acs: 1, hid: 2 } as const

export const programs = ['extension', 'reader', 'reader-linux', 'reader-windows', 'reader-macos'] as const
export type Program = (typeof programs)[number]

/** Software that a computer needs besides the browser. */
export const Download = z.object({
  id: z.string(),
  name: z.string(),
  kind: z.enum(['driver', 'application']),
  driver: z.nullable(z.int()),
  systems: z.array(z.enum(['Windows', 'macOS', 'Linux'])),
  about: z.string(),
  /** Name of the file; null for a page of the vendor. */
  file: z.nullable(z.string()),
  href: z.string(),
})
export type Download = z.output<typeof Download>

export const downloads = feature('downloads', {
  list: get('/administrator/workspace/downloads', {
    summary: 'List card reader drivers and computer applications',
    spec: 'workspace-admin.downloads',
    input: Nothing,
    reply: z.object({ items: z.array(Download) }),
    may: 'workspace.read',
  }),
  program: get('/administrator/workspace/downloads/{program}', {
    summary: "Download a program of this server; the extension is bound to the server's address",
    input: z.object({ program: z.enum(programs) }),
    reply: Nothing,
    may: 'workspace.read',
    answers: 'file',
    fails: ['not-found'],
  }),
})
