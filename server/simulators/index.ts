import { createAlipaySimulator } from './alipay';
import { createDoudianSimulator } from './doudian';
import { createDouyinSimulator } from './douyin';
import { createInsurerSimulator } from './insurer';
import { createJpushSimulator } from './jpush';
import type { Simulator, SimulatorParts } from './simulator';
import { createWechatSimulator } from './wechat';
import { createWxPaySimulator } from './wxpay';

/** Function that creates a simulator from its tools. */
export type SimulatorMaker = (parts: SimulatorParts) => Simulator;

/**
 * All simulators by name. The name is also the first segment of the URL path. To add a simulator, write `server/simulators/<platform>.ts`
 * and list its maker here.
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
 * Creates all simulators.
 *
 * @param partsOf returns the clock, the store and the sender of callbacks for a simulator's name (`databaseParts`)
 * @param makers replace the product's simulators in tests
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
