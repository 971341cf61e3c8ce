import { useParams, useSearch } from '@tanstack/react-router'
import { t } from '#platform/text/text.ts'
import { ObjectLog } from './ObjectLog.tsx'

export default function ObjectLogPage() {
  const { id = '' } = useParams({ strict: false }) as { id?: string }
  const { name }: Record<string, string | undefined> = useSearch({ strict: false })
  return <ObjectLog id={id} title={name ? t('Activity: {name}', { name }) : t('Activity')} />
}
