import { logged } from '../ground/words.ts'

export const readerSettingsLog = logged({
  'reader-settings.changed': { label: 'Card readers changed', did: 'changed how card readers are read' },
})
