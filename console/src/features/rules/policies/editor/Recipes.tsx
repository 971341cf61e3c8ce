import { policyActions } from '@claviger/contract/decide/policy-content'
import type { ConditionName } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys.kinds'
import { Box, Stack, UnstyledButton } from '@mantine/core'
import {
  IconClock,
  IconDeviceDesktop,
  IconDeviceMobile,
  IconMail,
  IconMapPin,
  IconShieldLock,
} from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { type Draft, useDraft } from './policy-draft.ts'
import classes from '../policies.module.css'

/** A recipe of docs/policies.md. */
export interface Recipe {
  name: string
  about: string
  icon: Icon
  /** Conditions to fill in next. */
  open: readonly ConditionName[]
  draft: Partial<Draft>
  /** The condition that a second policy repeats to block what the first one doesn't allow. */
  blocksBy?: ConditionName
}

const noDemands = { pin: false, models: [], withinMinutes: null, strength: null }

const recipes: readonly Recipe[] = [
  {
    name: msg('Contractors only by day and on site'),
    about: msg('Two policies: working hours and your network, and no other times or places'),
    icon: IconClock,
    open: ['groups', 'timeLimits', 'ipRestriction'],
    draft: {
      action: policyActions.allow,
      timeLimits: { spans: [{ days: [1, 2, 3, 4, 5], from: '07:00', to: '19:00' }], lists: [] },
    },
    blocksBy: 'groups',
  },
  {
    name: msg('A sensitive site only for one group, with PIN'),
    about: msg('Two policies: the group with its PIN, and no other users'),
    icon: IconShieldLock,
    open: ['groups', 'rpRestriction'],
    draft: { action: policyActions.allow, demands: { ...noDemands, pin: true } },
    blocksBy: 'rpRestriction',
  },
  {
    name: msg('A shared computer only for one account'),
    about: msg('Two policies: the account, and no other accounts on this computer'),
    icon: IconDeviceDesktop,
    open: ['accounts', 'devices'],
    draft: { action: policyActions.allow },
    blocksBy: 'devices',
  },
  {
    name: msg('No email codes for an application'),
    about: msg('Users open it with a passkey or another method'),
    icon: IconMail,
    open: ['appRestriction'],
    draft: { action: policyActions.block, waysIn: ['code'] },
  },
  {
    name: msg('No phones from some countries'),
    about: msg('Phones in private networks are allowed'),
    icon: IconDeviceMobile,
    open: ['locationRestriction'],
    draft: {
      action: policyActions.block,
      securityKeyDeviceType: [keyKinds.smartphone],
      locationRestriction: { countries: [], circles: [], lists: [], unknown: false },
    },
  },
  {
    name: msg('Approvals only near the building'),
    about: msg('Two policies: phones inside a circle, and no other phones'),
    icon: IconMapPin,
    open: ['locationRestriction'],
    draft: { action: policyActions.allow, securityKeyDeviceType: [keyKinds.smartphone] },
    blocksBy: 'securityKeyDeviceType',
  },
]

/** Starting points for a new policy: they fill in the form, and nothing is saved. */
export function Recipes({ chosen }: { chosen: (recipe: Recipe) => void }) {
  const { draft, set } = useDraft()
  if (draft.action !== null || draft.name !== '') return null
  const start = (recipe: Recipe) => {
    set('name', t(recipe.name))
    for (const [name, value] of Object.entries(recipe.draft)) set(name as keyof Draft, value as never)
    chosen(recipe)
  }
  return (
    <section aria-label={t('Start from a recipe')}>
      <Box component="h2" className="cv-heading" mb={8}>
        {t('Start from a recipe')}
      </Box>
      <Grid component="ul" columns={260} keeps gap={8}>
        {recipes.map(recipe => (
          <li key={recipe.name}>
            <UnstyledButton
              className={`${classes.recipe ?? ''} cv-choice`}
              w="100%"
              h="100%"
              p="10px 12px"
              onClick={() => start(recipe)}
            >
              <recipe.icon size={18} stroke={1.7} color="var(--cv-accent-text)" aria-hidden />
              <Stack component="span" gap={2}>
                <b>{t(recipe.name)}</b>
                <span className="cv-muted">{t(recipe.about)}</span>
              </Stack>
            </UnstyledButton>
          </li>
        ))}
      </Grid>
    </section>
  )
}
