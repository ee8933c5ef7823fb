import { createAlipaySimulator } from './alipay';
import { createDoudianSimulator } from './doudian';
import { createDouyinSimulator } from './douyin';
import { createInsurerSimulator } from './insurer';
import { createJpushSimulator } from './jpush';
import type { Simulator, SimulatorParts } from './simulator';
import { createWechatSimulator } from './wechat';
import { createWxPaySimulator } from './wxpay';

/** Makes a simulator from its parts. */
export type SimulatorMaker = (parts: SimulatorParts) => Simulator;

/**
 * Every simulator by its name, the first part of its address. To add one: write `server/simulators/<platform>.ts` and name its maker here.
 */
const MAKERS: Readonly<Record<string, SimulatorMaker>> = {
  wxpay: createWxPaySimulator,
  alipay: createAlipaySimulator,
  douyin: createDouyinSimulator,
  doudian: createDoudianSimulator,
  wechat: createWechatSimulator,
  jpush: createJpushSimulator,
  insurer: createInsurerSimulator,
};

/**
 * Makes all simulators.
 *
 * @param partsOf clock, memory and way back of the simulator of a name (`databaseParts`)
 * @param makers others than those of the product, for tests
 */
export function createSimulators(
  partsOf: (name: string) => SimulatorParts,
  makers: Readonly<Record<string, SimulatorMaker>> = MAKERS,
): readonly Simulator[] {
  return Object.entries(makers).map(([name, make]) => {
    const simulator = make(partsOf(name));
    if (simulator.name !== name) throw new Error(`the simulator ${simulator.name} is listed as ${name}`);
    return simulator;
  });
}
