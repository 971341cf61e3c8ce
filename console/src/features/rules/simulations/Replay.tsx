import type { Replay as Found } from '@claviger/contract/rules/simulations'
import { simulations } from '@claviger/contract/rules/simulations'
import { Box, Button, Group, NumberInput, Progress, Stack } from '@mantine/core'
import '@mantine/core/styles/NumberInput.layer.css'
import '@mantine/core/styles/Progress.layer.css'
import { Link } from '@tanstack/react-router'
import { useState } from 'react'
import { useRead } from '#platform/data/useRead.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { count } from '#platform/text/formats.ts'
import { t } from '#platform/text/text.ts'
import { When } from '#platform/ui/bits/When.tsx'
import { Figures } from '#platform/ui/charts/Figures.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import type { PolicyDrafts } from './TryIt.tsx'
import classes from './simulations.module.css'

const asking = 700
const most = 90

/** Past uses that would have ended differently: user, place, and time. */
function Results({ of }: { of: Found }) {
  const hours = of.byHour.flatMap((events, hour): [string, number][] =>
    events === 0 ? [] : [[`${String(hour).padStart(2, '0')}:00`, events]],
  )
  const changed = of.nowRefused + of.nowAllowed
  return (
    <>
      <Grid component="dl" className={classes.figures} columns={80} gap={12} mb={12}>
        <div>
          <dt className="cv-quiet">{t('now refused')}</dt>
          <Box
            component="dd"
            className={of.nowRefused > 0 ? 'cv-number cv-bad' : 'cv-number'}
            fz={20}
            fw={600}
            lh="28px"
          >
            {count(of.nowRefused)}
          </Box>
        </div>
        <div>
          <dt className="cv-quiet">{t('now allowed')}</dt>
          <Box component="dd" className="cv-number" fz={20} fw={600} lh="28px">
            {count(of.nowAllowed)}
          </Box>
        </div>
        <div>
          <dt className="cv-quiet">{t('unchanged')}</dt>
          <Box component="dd" className="cv-number" fz={20} fw={600} lh="28px">
            {count(of.same)}
          </Box>
        </div>
        <div>
          <dt className="cv-quiet">{t('undetermined')}</dt>
          <Box component="dd" className="cv-number" fz={20} fw={600} lh="28px">
            {count(of.undecidable)}
          </Box>
        </div>
      </Grid>
      {of.undecidable > 0 && (
        <p className="cv-muted cv-linked">
          {t('For undetermined uses, some values the policies need were not stored.')}
        </p>
      )}
      {changed > 0 && (
        <Stack gap={12} m="12px 0">
          <Figures
            label={t('By user')}
            columns={[t('User'), t('Uses')]}
            rows={of.byPerson.map(({ name, events }) => [name, events])}
          />
          <Figures
            label={t('By site')}
            columns={[t('Site'), t('Uses')]}
            rows={of.bySite.map(({ site, events }) => [site, events])}
          />
          <Figures label={t('By hour')} columns={[t('Hour'), t('Uses')]} rows={hours} />
        </Stack>
      )}
      {of.sample.length > 0 && (
        <section>
          <Box component="h3" mb={6} fz={13} fw={600}>
            {t('Examples')}
          </Box>
          <ul className="cv-ruled">
            {of.sample.map(({ activity, at, person, site, was, would }) => (
              <Grid component="li" columns="minmax(0, 1fr) minmax(0, 1fr)" gap="0 12px" py={8} key={activity}>
                <Link to={'/dashboard/policies/simulator'} search={{ activity }}>
                  {person}
                </Link>
                <Box component="span" className="cv-quiet cv-cut" ta="end">
                  {site ?? t('no site')}
                </Box>
                <span className={would ? undefined : 'cv-bad'}>
                  {was === would ? t('unchanged') : would ? t('now allowed') : t('now refused')}
                </span>
                <Box component="span" className="cv-quiet" ta="end">
                  <When at={at} />
                </Box>
              </Grid>
            ))}
          </ul>
        </section>
      )}
    </>
  )
}

function Running({ of, stop, stopping }: { of: Found; stop: () => void; stopping: boolean }) {
  const percent = of.total === 0 ? 0 : Math.min(100, (of.looked / of.total) * 100)
  return (
    <Stack gap={6}>
      <Progress value={percent} aria-label={t('Progress of the replay')} />
      <Group component="p" className="cv-quiet" gap={0} justify="space-between">
        {t('{looked} of {total} uses', { looked: of.looked, total: of.total })}{' '}
        <Button variant="subtle" loading={stopping} onClick={stop}>
          {t('Cancel replay')}
        </Button>
      </Group>
    </Stack>
  )
}

export function Replay({ drafts }: { drafts: PolicyDrafts }) {
  const [days, setDays] = useState<number | string>(7)
  const [begun, setBegun] = useState<{ id: string; of: string } | null>(null)
  const [done, setDone] = useState(false)
  const draft = JSON.stringify(drafts)
  const start = useWrite(simulations.replay, {
    done(replay) {
      setDone(replay.state !== 'running')
      setBegun({ id: replay.id, of: draft })
    },
  })
  const read = useRead(
    simulations.replayed,
    { id: begun?.id ?? '' },
    { when: begun !== null, quiet: true, fresh: 0, ...(done ? {} : { every: asking }) },
  )
  const cancel = useWrite(simulations.cancelReplay)
  const found = read.data
  const over = found !== undefined && found.state !== 'running'
  if (over !== done && found !== undefined) setDone(over)
  const wrong = typeof days !== 'number' || days < 1 || days > most
  return (
    <Stack gap={16}>
      <p className="cv-muted cv-linked">
        {t('Evaluates the uses of the last days again with the policies shown here. Nothing is changed.')}
      </p>
      <div className="cv-with-button">
        <NumberInput
          w={88}
          label={t('Days')}
          value={days}
          min={1}
          max={most}
          allowDecimal={false}
          allowNegative={false}
          clampBehavior="none"
          hideControls
          error={wrong && t('Choose 1 to 90 days')}
          onChange={setDays}
        />
        <Button
          variant="default"
          disabled={wrong || (found?.state === 'running' && begun !== null)}
          loading={start.isPending}
          onClick={() => start.mutate({ drafts, days: Number(days) })}
        >
          {t('Start replay')}
        </Button>
      </div>
      <div aria-live="polite">
        {begun !== null && begun.of !== draft && over && (
          <Notice level="warning">{t('The policy has changed since then. Start the replay again.')}</Notice>
        )}
        {read.isError && <Notice level="error">{read.error.message}</Notice>}
        {found?.state === 'running' && (
          <Running of={found} stop={() => cancel.mutate({ id: found.id })} stopping={cancel.isPending} />
        )}
        {found?.state === 'failed' && <Notice level="error">{t('The replay failed. Start it again.')}</Notice>}
        {found?.state === 'cancelled' && <Notice>{t('Canceled. These are the results so far.')}</Notice>}
        {over && <Results of={found} />}
      </div>
    </Stack>
  )
}
