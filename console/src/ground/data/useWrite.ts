import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/ground/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { call, show } from './call.ts'
import type { CallOptions } from './call.ts'
import { Refusal } from './refusal.ts'

export interface WriteOptions<R> extends Omit<CallOptions, 'signal'> {
  /** Other nouns whose answers this changes, besides its own and the activity log. */
  alsoRefresh?: readonly string[]
  done?: (reply: R) => void
  /** Runs the call inside something else: a fresh verification, for instance. */
  through?: <T>(work: () => Promise<T>) => Promise<T>
}

const isSilent = (fault: unknown) => fault instanceof Error && 'silent' in fault && fault.silent === true

/** Changes something; success refreshes whatever was asked of the same noun. */
export function useWrite<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  options: WriteOptions<OutputOf<R>> = {},
): UseMutationResult<OutputOf<R>, Refusal, InputOf<I>> {
  const client = useQueryClient()
  const { alsoRefresh = [], done, through, ...rest } = options
  return useMutation<OutputOf<R>, Refusal, InputOf<I>>({
    async mutationFn(input) {
      if (through === undefined) return call(endpoint, input, rest)
      try {
        return await through(() => call(endpoint, input, { ...rest, quiet: true }))
      } catch (fault) {
        const refusal =
          fault instanceof Refusal ? fault : new Refusal(0, 'given-up', (fault as Error).message, [], null)
        // A silent fault has been spoken of already, or is the person's own wish
        if (!rest.quiet && !isSilent(fault)) show(refusal)
        throw refusal
      }
    },
    onSuccess: reply => {
      for (const noun of [endpoint.feature, 'activity', ...alsoRefresh])
        void client.invalidateQueries({ queryKey: [noun] })
      done?.(reply)
    },
  })
}
