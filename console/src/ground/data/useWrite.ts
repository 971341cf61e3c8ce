import type { Endpoint, InputOf, OutputOf, Schema } from '@claviger/contract/ground/endpoint'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import type { UseMutationResult } from '@tanstack/react-query'
import { call } from './call.ts'
import type { CallOptions } from './call.ts'
import type { Refusal } from './refusal.ts'

export interface WriteOptions<R> extends Omit<CallOptions, 'signal'> {
  /** Other nouns whose answers this changes, besides its own and the activity log. */
  alsoRefresh?: readonly string[]
  done?: (reply: R) => void
}

/** Changes something; success refreshes whatever was asked of the same noun. */
export function useWrite<I extends Schema, R extends Schema>(
  endpoint: Endpoint<I, R>,
  options: WriteOptions<OutputOf<R>> = {},
): UseMutationResult<OutputOf<R>, Refusal, InputOf<I>> {
  const client = useQueryClient()
  const { alsoRefresh = [], done, ...rest } = options
  return useMutation<OutputOf<R>, Refusal, InputOf<I>>({
    mutationFn: input => call(endpoint, input, rest),
    onSuccess: reply => {
      for (const noun of [endpoint.feature, 'activity', ...alsoRefresh])
        void client.invalidateQueries({ queryKey: [noun] })
      done?.(reply)
    },
  })
}
