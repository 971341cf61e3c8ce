import { policyActions } from '@claviger/contract/decide/policy-content'
import type { ConditionName } from '@claviger/contract/decide/policy-content'
import { keyKinds } from '@claviger/contract/keys/security-keys.kinds'
import { UnstyledButton } from '@mantine/core'
import { IconClock, IconNetwork, IconPin, IconShieldLock, IconWorld } from '@tabler/icons-react'
import type { Icon } from '@tabler/icons-react'
import { msg, t } from '#platform/text/text.ts'
import { outsideOf } from '#features/decide/policy-content/outside-times.ts'
import { type Draft, useDraft } from './policy-draft.ts'
import classes from '../policies.module.css'

interface Recipe {
  name: string
  about: string
  icon: Icon
  /** Conditions to fill in next. */
  open: readonly ConditionName[]
  draft: Partial<Draft>
}

const working = [{ days: [1, 2, 3, 4, 5], from: '06:00', to: '20:00' }]

const recipes: readonly Recipe[] = [
  {
    name: msg('Block a group outside working hours'),
    about: msg('For example contractors, at night and on weekends'),
    icon: IconClock,
    open: ['groups', 'timeLimits'],
    draft: { action: policyActions.block, timeLimits: { spans: outsideOf(working) ?? [], lists: [] } },
  },
  {
    name: msg('Require a PIN for an application'),
    about: msg('A card without its PIN is not enough'),
    icon: IconPin,
    open: ['appRestriction'],
    draft: { action: policyActions.allow, demands: { pin: true, models: [], withinMinutes: null, strength: null } },
  },
  {
    name: msg('Allow access cards only at certain computers'),
    about: msg('Add a second policy that blocks access cards everywhere else'),
    icon: IconShieldLock,
    open: ['devices'],
    draft: { action: policyActions.allow, securityKeyDeviceType: [keyKinds.accessCard] },
  },
  {
    name: msg('Allow an application from your network'),
    about: msg('Add a second policy that blocks the application everywhere else'),
    icon: IconNetwork,
    open: ['appRestriction', 'ipRestriction'],
    draft: { action: policyActions.allow },
  },
  {
    name: msg('Block countries'),
    about: msg('Sign-ins from the countries that you choose'),
    icon: IconWorld,
    open: ['locationRestriction'],
    draft: { action: policyActions.block },
  },
]

/** Starting points for a new policy: they fill in the form, and nothing is saved. */
export function Recipes({ chosen }: { chosen: (open: readonly ConditionName[]) => void }) {
  const { draft, set } = useDraft()
  if (draft.action !== null || draft.name !== '') return null
  const start = (recipe: Recipe) => {
    set('name', t(recipe.name))
    for (const [name, value] of Object.entries(recipe.draft)) set(name as keyof Draft, value as never)
    chosen(recipe.open)
  }
  return (
    <section className={classes.recipes} aria-label={t('Start from a recipe')}>
      <h2>{t('Start from a recipe')}</h2>
      <ul>
        {recipes.map(recipe => (
          <li key={recipe.name}>
            <UnstyledButton onClick={() => start(recipe)}>
              <recipe.icon size={18} stroke={1.7} aria-hidden />
              <span>
                <b>{t(recipe.name)}</b>
                <span>{t(recipe.about)}</span>
              </span>
            </UnstyledButton>
          </li>
        ))}
      </ul>
    </section>
  )
}
