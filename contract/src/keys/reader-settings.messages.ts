import { logged } from '../platform/text-declarations.ts'

export const readerSettingsLog = logged({
  'reader-settings.changed': { label: 'Card reader settings changed', did: 'changed the card reader settings' },
})
