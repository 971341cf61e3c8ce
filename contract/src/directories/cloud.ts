import * as z from 'zod/mini'
import { get, post, put } from '../platform/endpoint.ts'
import { id, text, whole } from '../platform/fields.ts'
import { DirectoryConnection } from './connections.ts'

export function cloudCalls<const S extends z.core.$ZodType>(prefix: string, of: string, settings: S) {
  const settled = {
    name: text(100, 'Name is required'),
    application: id,
    settings,
    mode: z.optional(whole(1, 3)),
    /** A new connection runs every 15 minutes; null runs only by hand. */
    everyMinutes: z.optional(z.nullable(whole(5, 43_200))),
  }
  return {
    create: post(prefix, {
      summary: `Connect a directory of ${of}, so that people come from there`,
      input: z.object(settled),
      reply: DirectoryConnection,
      may: 'directories.write',
      fresh: true,
      fails: ['not-found', 'connection-name-taken', 'connections-full'],
    }),
    get: get(`${prefix}/{id}`, {
      summary: `Whom a directory of ${of} tells of`,
      input: z.object({ id }),
      reply: z.object({ application: z.nullable(z.string()), settings }),
      may: 'directories.read',
      fails: ['not-found'],
    }),
    update: put(`${prefix}/{id}`, {
      summary: `Change by which application a directory of ${of} is asked, and whom it tells of`,
      input: z.object({ id, ...settled, version: z.optional(z.int()) }),
      reply: DirectoryConnection,
      may: 'directories.write',
      fresh: true,
      fails: ['not-found', 'connection-name-taken', 'changed-meanwhile'],
    }),
  }
}
