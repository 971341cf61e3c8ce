import { workflows } from '@claviger/contract/automation/workflows'
import { Stack } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { useRead } from '#platform/data/useRead.ts'
import { count, inZone } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import { Bones } from '#platform/ui/page/Bones.tsx'
import { Card } from '#platform/ui/page/Card.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { stepNames } from '../workflow-labels.ts'
import { contentOf } from './workflow-draft.ts'

const wait = 400

function Times({ of, zone }: { of: readonly string[]; zone: string }) {
  return (
    <Card title={t('Next runs')}>
      <ul>
        {of.map(at => (
          <li key={at}>
            <time dateTime={at}>{inZone(at, zone)}</time>
          </li>
        ))}
      </ul>
    </Card>
  )
}

/** The next scheduled times of the draft, and the users it would affect now. */
export function NextRuns({ id }: { id: string | undefined }) {
  const { fields } = useFormState()
  const draft = contentOf(fields.values)
  // The preview doesn't need a name, but the contract does
  const [workflow] = useDebouncedValue({ ...draft, name: draft.name.trim() || '—' }, wait)
  const read = useRead(
    workflows.preview,
    { ...(id !== undefined && { id }), workflow },
    { quiet: true, keepEarlier: true },
  )
  if (read.isPending) return <Bones lines={5} />
  if (!read.data || read.isError)
    return <p className="cv-quiet">{t('Complete the settings to see which users the workflow would affect.')}</p>
  const { times, total, steps, people, brake, elsewhere } = read.data
  return (
    <Stack gap={16} aria-live="polite">
      {times.length > 0 && <Times of={times} zone={workflow.zone ?? 'UTC'} />}
      {!elsewhere && (
        <Card title={t('Currently affects {count}', { count: count(total) })}>
          {total === 0 && <p className="cv-quiet">{t('No users at the moment.')}</p>}
          <Stack component="ul" gap={6}>
            {steps.map(step => (
              <li key={step.step}>{stepNames[step.step]?.(step.count) ?? `${step.step}: ${step.count}`}</li>
            ))}
          </Stack>
          {people.length > 0 && (
            <p className="cv-quiet">
              {people
                .slice(0, 8)
                .map(({ name }) => name)
                .join(', ')}
              {total > 8 && ` ${t('and {number} more', { number: count(total - 8) })}`}
            </p>
          )}
          {brake && (
            <Notice level="warning">{t("A run that affects this many keys waits for an owner's approval.")}</Notice>
          )}
        </Card>
      )}
    </Stack>
  )
}
