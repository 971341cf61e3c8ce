import { simulations } from '@claviger/contract/rules/simulations'
import { useSearch } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { PageHead } from '#platform/ui/page/PageHead.tsx'
import { SlicedContent } from '#platform/ui/loading/SlicedContent.tsx'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { openQuestion, questionOf } from './question.ts'
import { TryIt } from './TryIt.tsx'

export default function SimulatorPage() {
  const { user, key, activity }: Record<string, string | undefined> = useSearch({ strict: false })
  const ofLine = useRead(
    simulations.factsOf,
    { activity: activity ?? '' },
    { when: activity !== undefined, quiet: true },
  )
  const ids = [user, key].filter(id => id !== undefined)
  const named = useRead(simulations.named, { ids }, { when: ids.length > 0, quiet: true })
  const known = useKnown(ofLine.data?.names ?? named.data?.items)
  const waits = (activity !== undefined && ofLine.isPending) || (ids.length > 0 && named.isPending)
  const start = ofLine.data
    ? questionOf(ofLine.data.facts)
    : { ...openQuestion(), user: user ?? null, key: key ?? null }
  return (
    <>
      <PageHead
        title={t('Simulator')}
        under={
          <span>{t('Tests the current access policies. Nothing is changed, and no notifications are sent.')}</span>
        }
      />
      {ofLine.isError && (
        <Notice level="warning">
          {t('The data of this log entry is no longer available. Enter your own values.')}
        </Notice>
      )}
      {waits ? (
        <Bones lines={8} />
      ) : (
        <NamesContext value={known}>
          <SlicedContent>
            <TryIt key={`${user} ${key} ${activity}`} drafts={[]} start={start} wide />
          </SlicedContent>
        </NamesContext>
      )}
    </>
  )
}
