import type { LdapCheckResult, LdapStep } from '@claviger/contract/directories/ldap'
import { Box } from '@mantine/core'
import { msg, t } from '#platform/text/text.ts'
import { type StatusLook, Status } from '#platform/ui/bits/Status.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import classes from './ldap.module.css'

const names: Readonly<Record<LdapStep, string>> = {
  address: msg('Server'),
  certificate: msg('Encryption'),
  'sign-in': msg('Sign-in'),
  base: msg('Base DN'),
  filter: msg('User filter'),
  rights: msg('Account permissions'),
}
const looks: Readonly<Record<LdapCheckResult['state'], StatusLook>> = {
  fine: { word: msg('Success'), shape: 'disc', tone: 'ok' },
  warning: { word: msg('Warning'), shape: 'triangle', tone: 'warn' },
  failed: { word: msg('Failed'), shape: 'disc', tone: 'bad' },
  skipped: { word: msg('Not checked'), shape: 'dash', tone: 'mute' },
}

export const LdapSteps = ({ steps }: { steps: readonly LdapCheckResult[] }) => (
  <ol className="cv-box cv-ruled" aria-label={t('Check results')}>
    {steps.map(({ step, state, says }) => {
      const { word, shape, tone } = looks[state]
      return (
        <Grid
          component="li"
          columns="150px 110px 1fr"
          gap="4px 12px"
          p="8px 12px"
          below={768}
          narrow="1fr auto"
          key={step}
        >
          <Box component="span" fw={550}>
            {t(names[step])}
          </Box>
          <Status shape={shape} tone={tone}>
            {t(word)}
          </Status>
          <span className={`${classes.says ?? ''} cv-quiet cv-wrap`}>{says}</span>
        </Grid>
      )
    })}
  </ol>
)
