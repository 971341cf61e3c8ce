import { selfServiceDesk } from '@claviger/contract/access/self-service-settings/self-service-desk'
import { bind } from '../../../../http/bind.ts'
import { listPages } from '../pages.ts'
import { enrollFor } from './desk.ts'

export default bind(selfServiceDesk, { enroll: enrollFor, pages: listPages })
