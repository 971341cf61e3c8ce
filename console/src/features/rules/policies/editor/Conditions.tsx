import {
  type ConditionName,
  type PolicySignInMethod,
  policySignInMethodNames,
  policySignInMethods,
} from '@claviger/contract/decide/policy-content'
import { ActionIcon, Box, Button, Checkbox, Group, Menu, Stack } from '@mantine/core'
import '@mantine/core/styles/Popover.layer.css'
import '@mantine/core/styles/Menu.layer.css'
import '@mantine/core/styles/InlineInput.layer.css'
import '@mantine/core/styles/Checkbox.layer.css'
import '#platform/look/overlays.css'
import { IconPlus, IconX } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { t } from '#platform/text/text.ts'
import { Card } from '#platform/ui/page/Card.tsx'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { conditionOrder, conditions, emptyConditions, isFilled } from '#features/decide/policy-content/conditions.ts'
import { useNames } from '#features/decide/policy-content/known-names.ts'
import { PickMany } from '#features/decide/policy-content/PickMany.tsx'
import { fromGroups, fromUnits, fromUsers, type Source } from '#features/decide/policy-content/name-sources.ts'
import { whatOf } from '#features/decide/policy-content/policy-labels.ts'
import { kinds } from '#features/keys/key-labels.ts'
import { kindIcons } from '#features/people/users/keyKinds.ts'
import { useDraft } from './policy-draft.ts'
import { Places } from './Places.tsx'
import { Times } from './Times.tsx'
import { Addresses, Applications, Devices, Sites } from './Values.tsx'
import classes from './editor.module.css'

function Picked({
  name,
  label,
  from,
}: {
  name: 'users' | 'groups' | 'units' | 'accounts'
  label: string
  from: Source
}) {
  const { draft, set, faultAt } = useDraft()
  return <PickMany label={label} from={from} value={draft[name]} change={ids => set(name, ids)} error={faultAt(name)} />
}

function Kinds() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.securityKeyDeviceType
  const turn = (kind: number) =>
    set('securityKeyDeviceType', is.includes(kind) ? is.filter(one => one !== kind) : [...is, kind])
  return (
    <Stack component="fieldset" gap={10} align="flex-start" miw={0}>
      <Box component="legend" fw={550} mb={4}>
        {t('Key types')}
      </Box>
      <Grid columns={180} keeps gap="10px 24px" w="100%">
        {kinds.map(({ value, label }) => {
          const Icon = kindIcons[value]
          return (
            <Checkbox
              key={value}
              size="xs"
              label={
                <Group component="span" gap={6} wrap="nowrap" display="inline-flex">
                  {Icon && <Icon size={16} stroke={1.7} aria-hidden />}
                  {t(label)}
                </Group>
              }
              checked={is.includes(value)}
              onChange={() => turn(value)}
            />
          )
        })}
      </Grid>
      {faultAt('securityKeyDeviceType') && (
        <p className={`${classes.fault ?? ''} cv-fault`}>{faultAt('securityKeyDeviceType')}</p>
      )}
    </Stack>
  )
}

function WaysIn() {
  const { draft, set, faultAt } = useDraft()
  const is = draft.waysIn
  const turn = (way: PolicySignInMethod) =>
    set('waysIn', is.includes(way) ? is.filter(one => one !== way) : [...is, way])
  return (
    <Stack component="fieldset" gap={10} align="flex-start" miw={0}>
      <Box component="legend" fw={550} mb={4}>
        {t('Sign-in methods')}
      </Box>
      <Grid columns={180} keeps gap="10px 24px" w="100%">
        {policySignInMethods.map(way => (
          <Checkbox
            key={way}
            size="xs"
            label={t(policySignInMethodNames[way])}
            checked={is.includes(way)}
            onChange={() => turn(way)}
          />
        ))}
      </Grid>
      {faultAt('waysIn') && <p className={`${classes.fault ?? ''} cv-fault`}>{faultAt('waysIn')}</p>}
    </Stack>
  )
}

const fieldsOf: Readonly<Record<ConditionName, () => ReactNode>> = {
  users: () => <Picked name="users" label={t('Users')} from={fromUsers} />,
  groups: () => <Picked name="groups" label={t('Groups')} from={fromGroups} />,
  units: () => <Picked name="units" label={t('Organization units')} from={fromUnits} />,
  accounts: () => <Picked name="accounts" label={t('Account to sign in to')} from={fromUsers} />,
  securityKeyDeviceType: () => <Kinds />,
  waysIn: () => <WaysIn />,
  timeLimits: () => <Times />,
  devices: () => <Devices />,
  rpRestriction: () => <Sites />,
  appRestriction: () => <Applications />,
  ipRestriction: () => <Addresses />,
  locationRestriction: () => <Places />,
}

function Section({
  name,
  open,
  turn,
  remove,
}: {
  name: ConditionName
  open: boolean
  turn: () => void
  remove: () => void
}) {
  const { draft } = useDraft()
  const { of: names } = useNames()
  const { label, icon: Icon, says } = conditions[name]
  const title = t(label)
  return (
    <li className={`${classes.section ?? ''} cv-rule-below`} data-open={open || undefined}>
      <div className={classes.sectionHead}>
        <Icon size={18} stroke={1.7} aria-hidden />
        <h3>{title}</h3>
        <p className="cv-quiet cv-wrap">
          {isFilled(name, draft) ? t(says, { what: whatOf(name, draft, names) }) : t('No items selected')}
        </p>
        <Button
          variant="subtle"
          aria-label={open ? t('Close {name}', { name: title }) : t('Edit {name}', { name: title })}
          aria-expanded={open}
          onClick={turn}
        >
          {open ? t('Close') : t('Edit')}
        </Button>
        <ActionIcon aria-label={t('Remove {name}', { name: title })} onClick={remove}>
          <IconX size={16} stroke={1.8} aria-hidden />
        </ActionIcon>
      </div>
      {open && (
        <Stack className={`${classes.fields ?? ''} cv-linked`} gap={16}>
          {fieldsOf[name]()}
        </Stack>
      )}
    </li>
  )
}

export interface OpenConditions {
  added: readonly ConditionName[]
  open: readonly ConditionName[]
}

export function Conditions({ is, change }: { is: OpenConditions; change: (to: OpenConditions) => void }) {
  const { draft, set, faultAt } = useDraft()
  const shown = conditionOrder.filter(name => is.added.includes(name) || isFilled(name, draft))
  const free = conditionOrder.filter(name => !shown.includes(name))
  const turn = (name: ConditionName) =>
    change({ ...is, open: is.open.includes(name) ? is.open.filter(one => one !== name) : [...is.open, name] })
  const remove = (name: ConditionName) => {
    change({ added: is.added.filter(one => one !== name), open: is.open.filter(one => one !== name) })
    set(name, emptyConditions[name] as never)
  }
  return (
    <Card
      flush
      title={t('Conditions')}
      right={
        <span className="cv-small">
          {t('All conditions must match. Within a condition, one matching item is enough.')}
        </span>
      }
    >
      {shown.length === 0 ? (
        <Box component="p" className="cv-quiet" p="20px 16px">
          {t('No conditions. The policy applies to all users, with any key, anywhere, at any time.')}
        </Box>
      ) : (
        <ul>
          {shown.map(name => (
            <Section
              key={name}
              name={name}
              // A condition with an error must be open
              open={is.open.includes(name) || faultAt(name) !== undefined}
              turn={() => turn(name)}
              remove={() => remove(name)}
            />
          ))}
        </ul>
      )}
      {free.length > 0 && (
        <Box p="12px 16px">
          <Menu width={240} position="bottom-start">
            <Menu.Target>
              <Button variant="default" leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}>
                {t('Add condition')}
              </Button>
            </Menu.Target>
            <Menu.Dropdown>
              {free.map(name => {
                const { icon: Icon, label } = conditions[name]
                return (
                  <Menu.Item
                    key={name}
                    leftSection={<Icon size={16} stroke={1.7} aria-hidden />}
                    onClick={() => change({ added: [...is.added, name], open: [...is.open, name] })}
                  >
                    {t(label)}
                  </Menu.Item>
                )
              })}
            </Menu.Dropdown>
          </Menu>
        </Box>
      )}
    </Card>
  )
}
