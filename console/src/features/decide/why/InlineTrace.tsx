import { decisionExplanations } from '@claviger/contract/decide/why'
import { Button, Stack } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { namesIn } from '../policy-content/known-names.ts'
import { Chain, decidedBy, VerdictHead } from './Chain.tsx'

/** Which policies were evaluated for a use, in their order, and which one decided. */
export function InlineTrace({ activity }: { activity: string }) {
  const read = useRead(decisionExplanations.ofLine, { activity }, { quiet: true })
  const full = read.data?.full
  return (
    <Stack component="section" gap={12} miw={0}>
      <h2>{t('Decision trace')}</h2>
      <Waiting on={read} what={t('the decision')}>
        {full ? (
          <>
            <VerdictHead of={full.explanation}>{decidedBy(full.explanation)}</VerdictHead>
            <Chain of={full.explanation} facts={full.facts} names={namesIn(full.names)} />
            <Button
              style={{ alignSelf: 'start' }}
              component={Link}
              to={'/dashboard/policies/simulator'}
              search={{ activity } as never}
              variant="default"
            >
              {t('Open in the simulator')}
            </Button>
          </>
        ) : (
          <Notice>
            {t('Only administrators of the whole workspace can see which policy decided. Give them the reference.')}
          </Notice>
        )}
      </Waiting>
    </Stack>
  )
}
