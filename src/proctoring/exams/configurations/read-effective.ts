import { firstOr404 } from '../../../shared/problems/problem.ts'
import { route } from '../../env.ts'
import { all } from './paths.ts'
import { presentEffective } from './present.ts'
import { findEffectiveConfiguration } from './queries.ts'
import { EffectiveConfiguration, EffectiveParams } from './schema.ts'

export const readEffectiveConfiguration = route({
  tag: all.tag,
  method: 'get',
  path: '/v1/installs/{installSid}/enrollments/{enrollmentSid}/exams/{examSid}/configuration',
  action: 'sp:ReadEffectiveExamConfiguration',
  summary: 'Get the effective configuration of a learner',
  description:
    'Each field comes from the first of these that sets it: the newest accommodation, the newest assignment to the enrollment, the newest assignment to one of its sections, the primary configuration.',
  params: EffectiveParams,
  returns: EffectiveConfiguration,
  problems: ['sealing_key_mismatch'],
  load: ({ db, params }) => ({ configurations: findEffectiveConfiguration(db, params) }),
  ownedBy: ({ loaded: { configurations } }) => configurations[0]?.configuration.userSid,
  handle: ({ env, caller, loaded }) => presentEffective(env, caller, firstOr404(loaded.configurations)),
})
