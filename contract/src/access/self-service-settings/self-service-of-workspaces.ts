import * as z from 'zod/mini'
import { del, feature, get, post, put } from '#platform/endpoint.ts'
import { Done, id, listOf } from '#platform/fields.ts'
import { configurationId } from '../self-service-settings.ts'
import { pageChange, draftFlag, listed, pageCalls, pageOnWire } from './page-calls.ts'
import { SelfServicePage } from './self-service-page.ts'

const path = '/superAdmin/workspaces/{id}/self-service'
const of = { id }
const may = 'super.self-service'

// `id` is the workspace's, as in the sibling endpoints; a page is named by `page`
export const selfServiceOfWorkspaces = feature('self-service-of-workspaces', {
  ...pageCalls({ path, read: may, write: may, of }),
  list: get(path, {
    summary: 'List the self-service configurations of a workspace',
    spec: 'super-admin.self-service-get',
    input: z.object(of),
    reply: listed,
    may,
    fails: ['not-found'],
  }),
  create: post(path, {
    summary: 'Create a self-service configuration',
    spec: 'super-admin.self-service-create',
    input: z.object({ ...of, page: configurationId, draft: draftFlag, ...pageOnWire }),
    reply: SelfServicePage,
    may,
    unconfirmed: 'asks-itself',
    fails: ['not-found', 'page-address-taken', 'pages-full', 'verify-first', 'acts-for-all'],
    bodyLimit: 512 * 1024,
  }),
  update: put(path, {
    ...pageChange,
    summary: 'Change a self-service configuration',
    spec: 'super-admin.self-service-update',
    input: z.extend(pageChange.input, of),
    may,
    unconfirmed: 'asks-itself',
  }),
  remove: del(path, {
    summary: 'Delete self-service configurations',
    spec: 'super-admin.self-service-delete',
    input: z.object({ ...of, ids: listOf(configurationId) }),
    reply: Done,
    may,
    fails: ['not-found'],
  }),
})
