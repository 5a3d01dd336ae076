import pytest
from django.urls import reverse
from judging_cases import *
from judging_cases import hall as mk
from muster.app.erasing import erase
from muster.app.judging import checks, proxies
from muster.core.tournament import commands as c
from muster.core.ids import PlayerId
from muster.people.models import *
from muster.web.judge.urls import urlpatterns
pytestmark = pytest.mark.django_db
def _addresses(where):
    own = {"code": where.event.code, "number": where.tournament.number}
    found = [reverse("judge:event", args=[where.event.code])]
    for one in urlpatterns[-1].url_patterns:
        found.append(reverse(f"judge:{one.name}", kwargs={**own, **dict.fromkeys(one.pattern.converters, 1)}))
    return found
def sweep(h, what):
    bad=[]
    h.client.raise_request_exception=False
    for a in _addresses(h) + [h.url(n,*x) for n,x in {"results":(), "history":(), "history-act":(5,), "results-signed":(1,), "results-sign":(1,), "repair":(), "penalties":(), "finish":(), "bracket":(), "standings":(), "round":(), "history-player":(5,1)}.items()]:
        for m in ("get","post"):
            r=getattr(h.client,m)(a, {"player":"1","category":"tardiness","kind":"game-loss","ruling":"x","component":"y","fault":"lost","card":"z","count":"2","minutes":"5","why":"r","round":"1","q":"1", "upheld":"yes","because":"b","outcome":"dropped","results":"0"*64})
            if r.status_code>=500: bad.append((what,m,a,r.status_code))
    return bad
def test_states():
    bad=[]
    h=mk("legion-2.0", 5)
    ruled(h,h.actor,table=1); given(h,h.actor,"normal-warning"); noted(h,h.actor); checks.draw(h.tournament.pk,h.actor,1)
    proxies.make(h.tournament.pk,h.actor,proxies.Wanted(player=1,card="c"))
    bad+=sweep(h,"running")
    h.play(); h.publish(); h.play(leave=1)
    for x in (c.DropPlayer(PlayerId(1),"x"), c.DisqualifyPlayer(PlayerId(2),"x")):
        try: h.do(x)
        except AssertionError as e: print("not done", str(e)[:100])
    erase(entry(h,3).person,h.actor)
    bad+=sweep(h,"gone")
    h.play()
    h.do(c.FinishTournament("early"))
    bad+=sweep(h,"finished")
    for m in (Penalty, Ruling, SignOff, CheckDraw): m.objects.update(by=None)
    bad+=sweep(h,"nobody")
    for n in (0,1,2):
        g=Hall("unlimited-1.3")
        if n: g.enter(n)
        bad+=sweep(g,f"{n} players")
    assert not bad, "\n".join(map(str,bad))
def test_void():
    h=Hall("legion-2.0"); h.begin(5); h.propose(); h.do(c.PublishRound())
    ruled(h,h.actor,table=1); given(h,h.actor,"normal-warning"); checks.draw(h.tournament.pk,h.actor,1)
    h.do(c.VoidRound("oops"))
    bad=sweep(h,"voided")
    assert not bad, "\n".join(map(str,bad))
