import LeaveGuard from '#platform/ui/over/LeaveGuard.tsx'
import type { ConditionName, PolicyContent } from '@claviger/contract/decide/policy-content'
import { policyActions } from '@claviger/contract/decide/policy-content'
import { messages } from '@claviger/contract/platform/messages'
import type { Policy } from '@claviger/contract/rules/policies'
import { policies } from '@claviger/contract/rules/policies'
import { Button, Stack } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ReactNode } from 'react'
import type { CallError } from '#platform/data/refusal.ts'
import { useWrite } from '#platform/data/useWrite.ts'
import { t } from '#platform/text/text.ts'
import { FieldSet } from '#platform/ui/form/FieldSet.tsx'
import { useFormState } from '#platform/ui/form/context.ts'
import { Form } from '#platform/ui/form/Form.tsx'
import type { Fields, Values } from '#platform/ui/form/useFields.ts'
import { toast } from '#platform/ui/over/toast.ts'
import { Grid } from '#platform/ui/page/Grid.tsx'
import { Notice } from '#platform/ui/page/Notice.tsx'
import { useSession } from '#shell/session.tsx'
import { missingName } from '#features/people/dependents/dependent-labels.ts'
import { isFilled } from '#features/decide/policy-content/conditions.ts'
import { NamesContext, useKnown } from '#features/decide/policy-content/known-names.ts'
import { Basics } from './Basics.tsx'
import { Conditions, type OpenConditions } from './Conditions.tsx'
import { Demands } from './Demands.tsx'
import { contentOf, draftOf } from './policy-draft.ts'
import { PolicySummary } from './PolicySummary.tsx'
import { type Recipe, Recipes } from './Recipes.tsx'
import { SaveBar } from './SaveBar.tsx'
import { Side } from './Side.tsx'

const LockOutDialog = lazy(() => import('#features/rules/simulations/LockedOutUsers.tsx'))
const home = '/dashboard/policies'
const closed: OpenConditions = { added: [], open: [] }

function Meanwhile({ policy, from, load }: { policy: Policy; from: Policy; load: (policy: Policy) => void }) {
  const { fields } = useFormState()
  const newer = policy.version > from.version
  useEffect(() => {
    if (newer && !fields.dirty) load(policy)
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- only another version resets the form
  }, [newer])
  if (!newer || !fields.dirty) return null
  return (
    <Notice level="warning">
      <div className="cv-apart">
        <span>
          {t("{name} changed this policy in the meantime. Your changes can't be saved.", {
            name: policy.changedBy,
          })}
        </span>
        <Button variant="default" onClick={() => load(policy)}>
          {t('Discard my changes and reload')}
        </Button>
      </div>
    </Notice>
  )
}

function Bar({ from, may, load }: { from: Policy | null; may: boolean; load: () => void }) {
  const { fields } = useFormState()
  const go = useNavigate()
  const discard = () => {
    if (from === null) return void go({ to: home } as never)
    fields.reset()
    load()
  }
  return <SaveBar policy={from} may={may} discard={discard} />
}

function emptyOf(values: Values, added: readonly ConditionName[]): Record<string, string> {
  const empty = added.filter(name => !isFilled(name, values as unknown as PolicyContent))
  return Object.fromEntries(
    empty.map(name => [
      name === 'locationRestriction' ? 'locationRestriction.countries' : name,
      name === 'locationRestriction'
        ? t(messages['required.countries'])
        : t('Choose at least one item, or remove this condition'),
    ]),
  )
}

function EndedGroups({ of: { endedGroups, action } }: { of: Policy }) {
  return endedGroups.map(({ id, name, formerMembers: count }) => (
    <Notice key={id} level="warning">
      {action === policyActions.block
        ? t(
            'The group {name} has ended. This policy still blocks its {count, plural, one {# former member} other {# former members}}.',
            { name, count },
          )
        : t('The group {name} has ended. This policy no longer allows its former members.', { name })}
    </Notice>
  ))
}

function Gone({ of: { gone } }: { of: Policy }) {
  if (gone.length === 0) return null
  return (
    <Notice level="warning">
      {t(
        'This policy names {count, plural, one {# object that no longer exists} other {# objects that no longer exist}}: {names}.',
        {
          count: gone.length,
          names: gone.map(({ kind, name }) => (name === null ? missingName(kind) : name)).join(', '),
        },
      )}
    </Notice>
  )
}

export function Editor({
  policy,
  start,
  names,
  head,
}: {
  policy: Policy | null
  start: Values
  names: readonly { id: string; name: string }[]
  head: ReactNode
}) {
  const { can } = useSession()
  const client = useQueryClient()
  const go = useNavigate()
  const [from, setFrom] = useState(policy)
  const [round, setRound] = useState(0)
  const [opened, setOpened] = useState<OpenConditions>(closed)
  const [recipe, setRecipe] = useState<Recipe | null>(null)
  const [lockedOut, setLockedOut] = useState<Values | null>(null)
  const known = useKnown(names)
  const may = can('policies.write')
  const load = (to: Policy) => {
    setFrom(to)
    setOpened(closed)
    setRound(round + 1)
  }
  const saved = (to: Policy) => {
    toast('success', from ? t('{name} saved', { name: to.name }) : t('{name} added', { name: to.name }))
    setLockedOut(null)
    setOpened(closed)
    if (from === null && recipe?.blocksBy)
      return void go({
        to: `${home}/new`,
        search: { from: to._id, blocksBy: recipe.blocksBy },
        ignoreBlocker: true,
      } as never)
    if (from === null) return void go({ to: `${home}/${to._id}`, ignoreBlocker: true } as never)
    setFrom(to)
  }
  const told = {
    done(to: Policy) {
      saved(to)
      if (from !== null) setRound(round + 1)
    },
  }
  const create = useWrite(policies.create, told)
  const update = useWrite(policies.update, told)
  const refused = ({ code, message }: CallError, fields: Fields): boolean => {
    if (code === 'policy-taken') fields.fault('name', message)
    else if (code === 'priority-taken') {
      fields.fault('priority', message)
      void client.invalidateQueries({ queryKey: ['policies', 'priorities'] })
    } else if (code === 'zone-unknown') fields.fault('zone', message)
    else if (code === 'owners-locked-out') setLockedOut(fields.values)
    else if (code === 'changed-meanwhile') void client.invalidateQueries({ queryKey: ['policies'] })
    else return false
    return true
  }
  const content = lockedOut && contentOf(lockedOut)
  const inside = (
    <>
      <Grid columns="minmax(0, 1fr) minmax(340px, 400px)" gap={24} align="start" below={1200}>
        <Stack gap={18} miw={0}>
          {head}
          {from && policy && <Meanwhile policy={policy} from={from} load={load} />}
          {from && <EndedGroups of={from} />}
          {from && <Gone of={from} />}
          <FieldSet label={t('Policy')} gap={18} disabled={!may}>
            {from === null && (
              <Recipes
                chosen={next => {
                  setRecipe(next)
                  setOpened({ added: next.open, open: next.open })
                }}
              />
            )}
            <Basics own={from?.priority ?? null} />
            <PolicySummary />
            <Conditions is={opened} change={setOpened} />
            <Demands />
          </FieldSet>
        </Stack>
        <Side policy={from} load={load} />
      </Grid>
      <Bar from={from} may={may} load={() => setOpened(closed)} />
    </>
  )
  const shared = { refused, faultsOf: (values: Values) => emptyOf(values, opened.added), guard: LeaveGuard }
  return (
    <NamesContext value={known}>
      {from ? (
        <Form
          key={round}
          of={policies.update}
          start={round === 0 ? start : draftOf(from)}
          fixed={{ _id: from._id, version: from.version }}
          done={saved}
          {...shared}
        >
          {inside}
        </Form>
      ) : (
        <Form of={policies.create} start={start} done={saved} {...shared}>
          {inside}
        </Form>
      )}
      <Suspense>
        {lockedOut && content && (
          <LockOutDialog
            of={{ drafts: [{ _id: from?._id ?? null, content }] }}
            act={t('Save anyway')}
            busy={create.isPending || update.isPending}
            close={() => setLockedOut(null)}
            go={() =>
              from
                ? update.mutate({ ...content, _id: from._id, version: from.version, lockOutSeen: true })
                : create.mutate({ ...content, lockOutSeen: true })
            }
          />
        )}
      </Suspense>
    </NamesContext>
  )
}
