import { announcements } from '@claviger/contract/tenancy/announcements'
import { bind } from '#http/bind.ts'
import { announceText, listAnnouncements, removeAnnouncement } from './announcements.ts'

export default bind(announcements, { list: listAnnouncements, create: announceText, remove: removeAnnouncement })
