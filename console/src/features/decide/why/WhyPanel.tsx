import type { DecisionExplanation } from '@claviger/contract/decide/why'
import { decisionExplanations } from '@claviger/contract/decide/why'
import { Box, Button, Group, Stack } from '@mantine/core'
import { IconFlask, IconRouteOff } from '@tabler/icons-react'
import { Link } from '@tanstack/react-router'
import { useRead } from '#platform/data/useRead.ts'
import { t } from '#platform/text/text.ts'
import { Copy } from '#platform/ui/bits/Copy.tsx'
import { When } from '#platform/ui/bits/When.tsx'
import { Panel } from '#platform/ui/over/Panel.tsx'
import { EmptyState } from '#platform/ui/page/EmptyState.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { Waiting } from '#platform/ui/page/Waiting.tsx'
import { namesIn } from '../policy-content/known-names.ts'
import { Chain, decidedBy, VerdictHead } from './Chain.tsx'
import { FactList } from './FactList.tsx'

function Told({ of }: { of: DecisionExplanation }) {
  const { full } = of
  const names = namesIn(full?.names ?? [])
  return (
    <Stack gap={20} pb={full ? 0 : 20}>
      <VerdictHead of={full?.explanation ?? { allowed: of.allowed, unmet: [] }}>
        {full && decidedBy(full.explanation)}
      </VerdictHead>
      <Group component="p" className="cv-quiet" gap="4px 8px">
        {t('Reference')} <b className="cv-mono">{of.reference}</b> <Copy value={of.reference} what={t('reference')} />
        <Box component="span" ms="auto">
          <When at={of.at} />
        </Box>
      </Group>
      {of.exempt && (
        <Notice>
          {t("This was an administrator's own sign-in to this console. Policies don't block these sign-ins.")}
        </Notice>
      )}
      {full ? (
        <>
          <Chain of={full.explanation} facts={full.facts} names={names} />
          <section>
            <h3 className="cv-heading">{t('Data at the time of the decision')}</h3>
            <FactList of={full.facts} names={names} />
          </section>
          <div className="cv-foot">
            <Button
              component={Link}
              to={'/dashboard/policies/simulator'}
              search={{ activity: of.activity } as never}
              leftSection={<IconFlask size={16} stroke={1.7} aria-hidden />}
            >
              {t('Open in the simulator')}
            </Button>
          </div>
        </>
      ) : (
        <Notice>
          {t('Only administrators of the whole workspace can see which policy decided. Give them the reference.')}
        </Notice>
      )}
    </Stack>
  )
}

export default function WhyPanel({ reference, close }: { reference: string; close: () => void }) {
  const asked = useRead(decisionExplanations.byReference, { reference }, { quiet: true })
  const missing = asked.isError && [404, 422].includes(asked.error.status)
  return (
    <Panel open title={t('Reference {reference}', { reference })} close={close}>
      {missing ? (
        <EmptyState
          title={t("This reference doesn't exist")}
          action={<Button onClick={close}>{t('Close')}</Button>}
          icon={IconRouteOff}
        >
          {t(
            'Compare it with the reference the user received. References have ten letters and digits, for example 7QK3-M2XP-9T.',
          )}
        </EmptyState>
      ) : (
        <Waiting on={asked} what={t('the decision')}>
          {asked.data && <Told of={asked.data} />}
        </Waiting>
      )}
    </Panel>
  )
}
