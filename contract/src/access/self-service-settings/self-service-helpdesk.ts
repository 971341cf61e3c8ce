import * as z from 'zod/mini'
import { feature, get, put } from '#platform/endpoint.ts'
import { Done, id, Nothing } from '#platform/fields.ts'
import { CardInput } from '#keys/card-numbers.ts'
import { SecurityKey } from '#keys/security-keys.ts'
import { configurationId } from '../self-service-settings.ts'
import { PageBrief } from './self-service-page.ts'

const path = '/administrator/securityDevice/self-service'

/** Help desk operations for card users (decision G43). */
export const selfServiceHelpdesk = feature('self-service-desk', {
  pages: get(path, {
    summary: 'List the self-service configurations of the workspace, with their links',
    spec: 'security-keys.self-service-get',
    input: Nothing,
    reply: z.object({ items: z.array(PageBrief) }),
    may: 'workspace.read',
  }),
  enroll: put(`${path}/enroll`, {
    summary: "Enroll a card for a user with a page's settings; the page can be omitted if there is only one",
    spec: 'security-keys.self-service-enroll',
    input: z.extend(CardInput, {
      id: z.optional(configurationId),
      userId: id,
      /** If omitted although the key needs one, the card holder sets it at the next tap. */
      pin: z.optional(z.string().check(z.maxLength(256))),
    }),
    reply: z.extend(Done, { key: SecurityKey }),
    may: 'keys.write',
    fails: [
      'not-found',
      'above-you',
      'page-unknown',
      'page-off',
      'service-off',
      'card-unreadable',
      'card-taken',
      'kind-taken',
      'limits-exceeded',
      'pin-unfit',
      'change-refused',
    ],
  }),
})
