import { t } from '#platform/text/text.ts'

export const schedules = () => [
  { value: '', label: t('Manual only') },
  { value: '15', label: t('Every 15 minutes') },
  { value: '60', label: t('Every hour') },
  { value: '1440', label: t('Every day') },
]

/** Modes of R194. */
export const modes = () => [
  { value: '1', label: t('Import new users only') },
  { value: '2', label: t('Import new users and update existing ones') },
  { value: '3', label: t('Update existing users only') },
]
