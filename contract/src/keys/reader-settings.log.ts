import { logged } from '../ground/log.ts'

export const readerSettingsLog = logged({
  'reader-settings.changed': { label: 'Card readers changed', did: 'changed how card readers are read' },
})
