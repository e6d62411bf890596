// Decides whether policies allow an action, and whether a policy is contained in others. Both are exact: see
// `contains`.

import { contains, isConcreteResource, matches } from './pattern.ts'
import type { Policy, PolicyStatement } from './policy.ts'

/** A permission of a policy that exceeds its ceiling. `statement` is the index in the policy. */
type Violation = { statement: number; action: string; resource: string }

/**
 * Whether each of the policies allows the action on the resource. An empty list of policies, or a policy without
 * statements, allows nothing.
 *
 * A request has one action and one path. An action that is a pattern, or a resource that is a pattern or a malformed
 * path (`installs/AI1/../AI2`, `installs/*`), is never allowed. Otherwise a `*` of the policy would match it as a
 * character, and the request would access resources that its path does not name.
 */
export function allows(policies: readonly Policy[], action: string, resource: string): boolean {
  if (policies.length === 0 || action.includes('*') || !isConcreteResource(resource)) return false
  return policies.every(policy =>
    policy.statements.some(
      ({ actions, resources }) =>
        includesAction(actions, action) && resources.some(pattern => matches(pattern, resource)),
    ),
  )
}

/**
 * Returns all permissions of `child` that a parent does not have, in the order of statements, catalogue and resources.
 * The result is empty if each parent contains the child. Without parents nothing is allowed.
 *
 * Exact: the actions are those of the catalogue, and a resource pattern is contained in a union only if one of its
 * patterns contains it. Several statements of one parent may together allow the permissions, but each parent must allow
 * all. An action pattern of the child that matches no action of the catalogue is ignored: see `unknownActions`.
 */
export function violations(
  child: Policy,
  parents: readonly Policy[],
  catalogue: readonly string[],
): Violation[] {
  return child.statements.flatMap((requested, statement) => {
    // The statements of each parent that contain the pattern, computed once for all actions.
    const resources = [...new Set(requested.resources)].map(resource => ({
      resource,
      granting: parents.map(parent =>
        parent.statements.filter(({ resources }) => resources.some(outer => contains(outer, resource))),
      ),
    }))
    return expandStatement(requested, catalogue).actions.flatMap(action =>
      resources
        .filter(({ granting }) => !isGranted(granting, action))
        .map(({ resource }) => ({ statement, action, resource })),
    )
  })
}

/**
 * Replaces the action patterns of a policy by the matching actions of the catalogue, in its order, so that the policy
 * does not grant actions that are added later. Omits statements without an action.
 */
export function expandActions(policy: Policy, catalogue: readonly string[]): Policy {
  const expanded = policy.statements.map(statement => expandStatement(statement, catalogue))
  return { ...policy, statements: expanded.filter(({ actions }) => actions.length > 0) }
}

/** Returns the indices `[statement, action]` of the action patterns that match no action of the catalogue. */
export function unknownActions(
  policy: Policy,
  catalogue: readonly string[],
): [statement: number, action: number][] {
  return policy.statements.flatMap(({ actions }, statement) =>
    actions.flatMap((pattern, action): [number, number][] =>
      catalogue.some(name => matches(pattern, name)) ? [] : [[statement, action]],
    ),
  )
}

function expandStatement(statement: PolicyStatement, catalogue: readonly string[]): PolicyStatement {
  // Stored policies are expanded, so at most a few patterns are matched against the whole catalogue.
  const names = new Set(statement.actions)
  const patterns = statement.actions.filter(action => action.includes('*'))
  const actions = catalogue.filter(
    action => names.has(action) || patterns.some(pattern => matches(pattern, action)),
  )
  return { ...statement, actions }
}

function isGranted(granting: PolicyStatement[][], action: string): boolean {
  return (
    granting.length > 0 &&
    granting.every(ceiling => ceiling.some(({ actions }) => includesAction(actions, action)))
  )
}

/** Stored policies are expanded to up to all actions: most of them name the action, which is found without its pattern. */
const includesAction = (patterns: readonly string[], action: string): boolean =>
  patterns.includes(action) || patterns.some(pattern => matches(pattern, action))
