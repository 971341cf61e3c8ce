import { logged } from '../platform/text-declarations.ts'

export const installationLog = logged({
  'maintenance.started': { label: 'Maintenance started', did: 'turned on maintenance mode' },
  'maintenance.ended': { label: 'Maintenance ended', did: 'turned off maintenance mode' },
})
