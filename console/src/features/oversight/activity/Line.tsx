import { activityStatus, type Activity } from '@claviger/contract/oversight/activity'
import { t, Trans } from '#platform/text/text.ts'
import { Status } from '#platform/ui/bits/Status.tsx'
import { sentenceOf } from './sentences.ts'

export function Line({ entry, nameless = false }: { entry: Activity; nameless?: boolean }) {
  const { did, named } = sentenceOf(entry)
  return (
    <>
      {!nameless && <b>{entry.actorName}</b>} <Trans id={did} components={[<b key="0">{named}</b>]} />
    </>
  )
}

export function Result({ status }: { status: number }) {
  return status === activityStatus.succeeded ? (
    <Status shape="disc" tone="ok">
      {t('Succeeded')}
    </Status>
  ) : (
    <Status shape="disc" tone="bad">
      {t('Failed')}
    </Status>
  )
}
