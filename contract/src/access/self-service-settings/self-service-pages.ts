import * as z from 'zod/mini'
import { del, feature, get, post, put } from '#platform/endpoint.ts'
import { Done, Nothing } from '#platform/fields.ts'
import { configurationId } from '../self-service-settings.ts'
import { pageChange, draftFlag, listed, pageCalls, pageOnWire } from './page-calls.ts'
import { SelfServicePage } from './self-service-page.ts'

const path = '/administrator/self-service'

export const selfServicePages = feature('self-service-pages', {
  ...pageCalls({ path, read: 'workspace.read', write: 'workspace.write', of: {} }),
  list: get(path, {
    summary: 'List the card self-service pages of the workspace',
    input: Nothing,
    reply: listed,
    may: 'workspace.read',
  }),
  create: post(path, {
    summary: "Create a page; its address can't be changed later",
    input: z.object({ page: configurationId, draft: draftFlag, ...pageOnWire }),
    reply: SelfServicePage,
    may: 'workspace.write',
    unconfirmed: 'asks-itself',
    fails: ['page-address-taken', 'pages-full', 'verify-first', 'acts-for-all'],
    bodyLimit: 512 * 1024,
  }),
  update: put(`${path}/{page}`, {
    ...pageChange,
    summary: 'Change a page; `version` is the version the change is based on',
    may: 'workspace.write',
    unconfirmed: 'asks-itself',
  }),
  remove: del(`${path}/{page}`, {
    summary: 'Delete a page and its statistics',
    input: z.object({ page: configurationId }),
    reply: Done,
    may: 'workspace.write',
    fails: ['not-found'],
  }),
})
