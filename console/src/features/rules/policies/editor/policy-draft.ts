import { PolicyContent, policyActions, policyStates } from '@claviger/contract/decide/policy-content'
import type { ConditionName, PolicyAction } from '@claviger/contract/decide/policy-content'
import * as z from 'zod/mini'
import { t } from '#platform/text/text.ts'
import { useFormState } from '#platform/ui/form/context.ts'
import type { Values } from '#platform/ui/form/useFields.ts'
import { emptyConditions } from '#features/decide/policy-content/conditions.ts'

/** A policy being edited: priority and action may still be missing. */
export type Draft = Omit<PolicyContent, 'priority' | 'action'> & {
  priority: number | null
  action: PolicyAction | null
}

const fields = Object.keys(PolicyContent.shape) as (keyof PolicyContent)[]

export const draftOf = (policy: PolicyContent): Values => Object.fromEntries(fields.map(name => [name, policy[name]]))

export const newDraft = (priority: number | null): Values => ({
  ...emptyConditions,
  name: '',
  description: '',
  priority,
  action: null,
  state: policyStates.on,
  zone: Intl.DateTimeFormat().resolvedOptions().timeZone,
  demands: { pin: false, models: [], withinMinutes: null, strength: null },
})

/**
 * A draft that blocks everything else by a condition of an Allow policy. How unknown values count isn't repeated: it
 * differs for blocking.
 */
export function draftBlockingRest(first: PolicyContent, by: ConditionName, priority: number | null): Values {
  const value = first[by]
  return {
    ...newDraft(priority),
    [by]: Array.isArray(value) ? value : { ...value, unknown: undefined },
    name: t('{name}: block everything else', { name: first.name }).slice(0, 100),
    action: policyActions.block,
    zone: first.zone,
  }
}

/** The draft as a policy, or null if incomplete; the preview doesn't require a name. */
export function contentOf(values: Values): PolicyContent | null {
  const { name } = values as { name?: string }
  const read = z.safeParse(PolicyContent, { ...values, name: name?.trim() ? name : t('New policy') })
  return read.success ? read.data : null
}

export function useDraft() {
  const { fields: form, busy } = useFormState()
  return {
    draft: form.values as unknown as Draft,
    busy,
    set: <N extends keyof Draft>(name: N, value: Draft[N]) => form.set(name, value),
    faultAt: (place: string): string | undefined =>
      Object.entries(form.errors).find(([path]) => path === place || path.startsWith(`${place}.`))?.[1],
  }
}
