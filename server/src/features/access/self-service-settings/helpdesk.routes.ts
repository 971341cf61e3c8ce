import { selfServiceHelpdesk } from '@claviger/contract/access/self-service-settings/self-service-helpdesk'
import { bind } from '#http/bind.ts'
import { listPages } from './page-changes.ts'
import { enrollFor } from './helpdesk.ts'

export default bind(selfServiceHelpdesk, { enroll: enrollFor, pages: listPages })
